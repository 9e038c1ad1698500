"""What is said of a text that is no record."""

import daifu

try:
    daifu.load('{"format": "daifu/1"}')
except daifu.RecordRefused as refused:
    print(refused)
