"""What a job makes of GitHub and of runs: the only room that knows both."""
