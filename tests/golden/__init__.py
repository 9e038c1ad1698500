"""Golden outputs: what the program said when they were captured, compared byte by byte with what it says now.

They are the safety net of a rebuild. While the inside of the program changes, its clients must see no difference:
commands, refusals, answers over HTTP, reports and stored bytes. What git has already, such as the contract, is not
captured again, and neither are help pages, of which only the wording would be held fast.

`test_golden.py` compares. Each subject of `subjects.py` has a folder of plain text in `expected/`; a failure shows the
difference as a diff. When an output is meant to change, capture it again and review the diff of the folder in git:

    python -m tests.golden.capture              # all subjects
    python -m tests.golden.capture cli-check    # some of them

Only `program.py` imports the program, so that only this file has to follow when modules are renamed.

Times since the start of a run, secrets of tokens, ids of requests, speeds and ports are masked; see `masks.py`.
"""
