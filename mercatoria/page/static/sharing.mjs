// A link that contains a reader's amendment. Its text is behind `#`, so it never reaches a server.

async function piped(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

const LONGEST = 200_000;

// Returns a text as the letters, digits, `-` and `_` that a link may contain.
export async function packed(text) {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// Returns the text of a link, or null if it is damaged or too long.
export async function unpacked(letters) {
  try {
    const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > LONGEST) return null;
      parts.push(part.value);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
  } catch {
    return null;
  }
}

// Reads the fragment of an address: the game, its version, the amendment, the exercise, or a whole rulebook.
export function read(fragment) {
  const of = new URLSearchParams(fragment.replace(/^#/, ""));
  const [game, version] = (of.get("g") ?? "").split("@");
  return { game, version: version ?? "", amendment: of.get("v") ?? "", exercise: of.get("x") ?? "", rulebook: of.get("r") ?? "" };
}

export function written(game, version, amendment) {
  return `#g=${game}@${version}${amendment ? `&v=${amendment}` : ""}`;
}
