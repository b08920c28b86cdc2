"""How much of a run is read before it is refused."""

from __future__ import annotations

from grader.model import Frozen

MIB = 1024 * 1024


class Limits(Frozen):
    """The largest run that is read: bytes a file, bytes and files a run, folders deep.

    `parsed_bytes` bounds the files that are held and parsed whole: the manifest, sources, the log and error files.
    """

    file_bytes: int = 256 * MIB
    parsed_bytes: int = 4 * MIB
    run_bytes: int = 1024 * MIB
    run_files: int = 20_000
    depth: int = 32
