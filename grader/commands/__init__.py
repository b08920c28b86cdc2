"""The subcommands of `contract-grader`, each imported when it is called (see `grader.cli`)."""
