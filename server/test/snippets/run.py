"""Runs the programs of a list, one after the other, and writes what each has in a variable, and printed."""

import contextlib
import dataclasses
import io
import json
import runpy
import sys
from decimal import Decimal


def plain(value):
    if dataclasses.is_dataclass(value):
        return {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}
    return float(value) if isinstance(value, Decimal) else value.decode()


def run(file, name):
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            found = runpy.run_path(file)
    except Exception as error:
        return {"error": repr(error)}
    return {"value": found.get(name), "printed": printed.getvalue()}


with open(sys.argv[1]) as list_file:
    ran = [run(one["file"], one["name"]) for one in json.load(list_file)]
with open(sys.argv[2], "w") as results:
    json.dump(ran, results, default=plain)
