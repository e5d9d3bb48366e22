// Runs Python beside the page. The memory of Python, once it is ready, is kept in the browser for the next visit.

import { loadPyodide } from "./desk/pyodide/pyodide.mjs";

const HOME_OF_PYTHON = "/lib/python3.14/";
const SITE = `${HOME_OF_PYTHON}site-packages`;
const KEPT = "mercatoria-desk";
const HOME = new URL("./desk/pyodide/", import.meta.url).href;
const IDLE = 1500; // milliseconds after the first check
const begun = performance.now();
const laps = [];
let python, session;
let mark = ""; // the name under which to keep the memory; empty if it is kept, or must not be kept

const lap = (name) => laps.push([name, Math.round(performance.now() - begun)]);

const PREPARE = `
import os, sys
os.environ["XDG_CACHE_HOME"] = "${SITE}/cache"
for folder, _, files in os.walk("${SITE}/cache"):
    os.chmod(folder, 0o700)
    for file in files:
        os.chmod(os.path.join(folder, file), 0o600)
from pathlib import Path
from mercatoria.page_session import Session
session = Session(Path("${SITE}/games"), Path("${SITE}/exercises"))
answer = session.answer
`;

async function kept(mark) {
  try {
    const cache = await caches.open(KEPT);
    const found = await cache.match(mark);
    for (const old of await cache.keys()) if (!old.url.endsWith(mark)) await cache.delete(old);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // the browser keeps nothing for this page
  }
}

// Keeps the memory after the first check, unless it contains a text of the reader's.
async function keep() {
  const name = mark;
  mark = "";
  if (!name) return;
  try {
    const memory = python.makeMemorySnapshot();
    const cache = await caches.open(KEPT);
    await cache.put(name, new Response(memory, { headers: { "content-type": "application/octet-stream" } }));
    lap(`kept ${Math.round(memory.length / 1e6)} MB`);
    postMessage({ laps });
  } catch (fault) {
    lap(`not kept: ${String(fault).slice(0, 80)}`);
    postMessage({ laps });
  }
}

const pack = fetch(new URL("./desk/python.pack", import.meta.url)).then((found) => found.arrayBuffer());

// Returns the bytes of a pack, which is compressed as zstd or, if it was written without node, as xz.
const OPEN = `
def opened(pack):
    data = pack.to_bytes()
    if data[:4] == b"\\x28\\xb5\\x2f\\xfd":
        from compression.zstd import decompress
    else:
        from lzma import decompress
    return decompress(data)
opened
`;

// Writes the files of the pack, which begins with the length of its index.
async function unpack() {
  const open = python.runPython(OPEN);
  const opened = open(new Uint8Array(await pack));
  const buffer = opened.getBuffer("u8");
  const bytes = buffer.data.slice();
  buffer.release();
  opened.destroy();
  open.destroy();
  let at = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const folders = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))) {
    const path = HOME_OF_PYTHON + name;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) {
      python.FS.mkdirTree(folder);
      folders.add(folder);
    }
    python.FS.writeFile(path, bytes.subarray(at, (at += size)), { canOwn: true });
  }
}

async function start(config) {
  const { snapshots } = config;
  const memory = snapshots ? await kept(config.mark) : null;
  if (memory) {
    try {
      python = await loadPyodide({ indexURL: HOME, _loadSnapshot: memory });
      await unpack();
      session = python.globals.get("session");
      lap("from snapshot");
    } catch (fault) {
      lap(`snapshot refused: ${String(fault).slice(0, 80)}`);
      await caches.delete(KEPT).catch(() => {});
      python = null;
    }
  }
  if (!python) {
    python = await loadPyodide({ indexURL: HOME, ...(snapshots ? { _makeSnapshot: true } : {}) });
    lap("boot");
    await unpack();
    lap("unpacked");
    python.runPython(PREPARE);
    lap("imported");
    session = python.globals.get("session");
    if (snapshots) mark = config.mark;
  }
  postMessage({ ready: laps });
}

function answered({ number, request, compiles }) {
  const { method, params } = JSON.parse(request);
  if (method === "page/edit" || (method === "page/open" && params.own)) mark = "";
  if (method === "page/open" && mark) setTimeout(keep, IDLE);
  const answer = JSON.parse(session.answer(request));
  if (!compiles || "refused" in answer) return postMessage({ number, answer });
  const held = session.module;
  const module = held.toJs();
  held.destroy();
  postMessage({ number, answer, module }, [module.buffer]);
}

onmessage = async ({ data }) => {
  try {
    if (data.start) return await start(data.start);
    answered(data);
  } catch (fault) {
    postMessage({ failed: String(fault).slice(-2000) });
  }
};
