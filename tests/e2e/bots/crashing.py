"""Ends before it has joined."""

import sys

sys.exit("no brain found")
