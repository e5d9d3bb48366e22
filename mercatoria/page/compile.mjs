// Compiles the Python files of a page with the Python of its own Pyodide. `mercatoria page` runs this script in node:
// node compile.mjs PYODIDE BYTECODE PACK LIBRARY. It replaces the files PACK and LIBRARY.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, bytecode, pack, library] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// Places of code in columns would make a third of the bytecode; a traceback names the line.
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } });
const begun = python.runPython("import sys; [*sys.modules]");
const put = (name, file) => python.FS.writeFile(name, new Uint8Array(readFileSync(file)));
put("/home/pyodide/bytecode.py", bytecode);
put("/tmp/pack", pack);
put("/tmp/library", library);
python.globals.set("begun", begun);
python.runPython(`
import sys
sys.path.insert(0, "/home/pyodide")
from compression import zstd
from pathlib import Path
import bytecode

files, library = (Path("/tmp", name) for name in ("pack", "library"))
home = f"/lib/python3.{sys.version_info.minor}"
found, kept = bytecode.compiled(bytecode.unpacked(files.read_bytes()), library.read_bytes(), begun, home)
OPTIONS = {zstd.CompressionParameter.compression_level: 19, zstd.CompressionParameter.window_log: 24}
files.write_bytes(zstd.compress(bytecode.packed(dict(sorted(found.items()))), options=OPTIONS))
library.write_bytes(kept)
`);
writeFileSync(pack, python.FS.readFile("/tmp/pack"));
writeFileSync(library, python.FS.readFile("/tmp/library"));
