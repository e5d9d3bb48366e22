// Makes the folder `built` from the packages of npm: the editor in one file, and the parts of Pyodide that a page needs.

import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const FROM = "node_modules/pyodide/";
const TO = "built/pyodide/";

// A snapshot may be larger than a fresh memory, which Pyodide does not expect (`offset is out of bounds`).
const RESTORED = "return Module.HEAP8.set(t),l}";
const GROWN =
  "if(t.byteLength>Module.HEAP8.length)Module.wasmMemory?Module.wasmMemory.grow(Math.ceil((t.byteLength-Module.HEAP8.length)/65536)):" +
  "wasmMemory.grow(Math.ceil((t.byteLength-HEAP8.length)/65536)),updateMemoryViews();return Module.HEAP8.set(t),l}";

mkdirSync(TO, { recursive: true });
await build({
  entryPoints: ["editor.mjs"], bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none",
  outfile: "built/editor.mjs",
});
for (const name of ["pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"]) {
  copyFileSync(FROM + name, TO + name);
}
const glue = readFileSync(`${FROM}pyodide.asm.mjs`, "utf8");
writeFileSync(`${TO}pyodide.asm.mjs`, glue.replace(RESTORED, GROWN));
const pyodide = JSON.parse(readFileSync(`${FROM}package.json`, "utf8")).version;
writeFileSync("built/built.json", JSON.stringify({ pyodide, snapshots: glue.includes(RESTORED) }) + "\n");
