"""Runs a test program of wasm32-wasip1: `python wasi.py PROGRAM [ARGUMENT...]`. Cargo calls it as its runner."""

import os
import sys
from pathlib import Path

from wasmtime import Engine, ExitTrap, Linker, Module, Store, WasiConfig

engine = Engine()
wasi = WasiConfig()
wasi.argv = sys.argv[1:]
wasi.env = list(os.environ.items())
wasi.inherit_stdin()
wasi.inherit_stdout()
wasi.inherit_stderr()
root = str(Path(__file__).resolve().parents[3])
wasi.preopen_dir(root, root)
store = Store(engine)
store.set_wasi(wasi)
linker = Linker(engine)
linker.define_wasi()
instance = linker.instantiate(store, Module.from_file(engine, sys.argv[1]))
try:
    instance.exports(store)["_start"](store)
except ExitTrap as end:
    sys.exit(end.code)
