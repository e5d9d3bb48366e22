// The editor of the page: CodeMirror with the words of our language, and answers of the language server protocol.

import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName], color: "var(--legal)" },
  { tag: tags.definition(tags.name), fontWeight: "700" },
  { tag: tags.string, color: "var(--deep-leaf)" },
  { tag: tags.number, color: "var(--deep-sky)" },
  { tag: [tags.comment, tags.labelName], color: "var(--third)" },
]);

const LOOK = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", "Liberation Mono", monospace', lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--well)", color: "var(--third)", border: "0" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--legal-fill) !important" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--legal) 7%, transparent)" },
  ".cm-tooltip": {
    backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--rule)", borderRadius: "8px",
    boxShadow: "var(--float)", maxWidth: "min(520px, 90vw)",
  },
  ".cm-tooltip .told": { padding: "8px 12px", whiteSpace: "pre-wrap", font: "13px/1.45 var(--sans)", maxHeight: "40vh", overflow: "auto" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--legal)", color: "var(--on-legal)" },
  ".cm-diagnostic": { font: "13px/1.45 var(--sans)", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { backgroundColor: "var(--legal)", color: "var(--on-legal)", borderRadius: "6px", padding: "2px 8px" },
});

// Colours a line by its words. `of` has the lists `headings`, `keywords`, `called`, `types` and `values`.
function language(of) {
  const [headings, keywords, called, types, values] = ["headings", "keywords", "called", "types", "values"].map(
    (name) => new Set(of[name]),
  );
  return StreamLanguage.define({
    name: "rules",
    startState: () => ({ heading: false }),
    token(stream, state) {
      if (stream.sol()) state.heading = false;
      if (stream.eatSpace()) return null;
      if (stream.match(/#.*/)) return "comment";
      if (stream.match(/"[^"]*"?/)) return "string";
      if (stream.match(/\[[A-Z]+-[^\]]*\]/)) return "labelName";
      if (stream.match(/\d+/)) return "number";
      const begins = stream.column() === 0;
      const member = stream.pos > 0 && stream.string[stream.pos - 1] === ".";
      if (stream.match(/[\p{L}_][\p{L}\p{N}_]*/u)) {
        const word = stream.current();
        if (begins && headings.has(word)) return (state.heading = true), "keyword";
        if (state.heading) return (state.heading = false), "variableName.definition";
        if (member) return null;
        if (called.has(word) && stream.peek() === "(") return "keyword";
        if (/^\p{Lu}/u.test(word)) return "typeName";
        return keywords.has(word) || types.has(word) || values.has(word) ? "keyword" : null;
      }
      stream.next();
      return null;
    },
  });
}

function place(doc, at) {
  const line = doc.line(Math.min(at.line + 1, doc.lines));
  return Math.min(line.from + at.character, line.to);
}

function position(doc, at) {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

const KINDS = { 3: "function", 6: "variable", 7: "class", 14: "keyword", 5: "property", 12: "constant", 21: "constant" };

// Makes an editor in an element. `with` has the `words`, the functions `changed(text)`, `complete(position)`,
// `hover(position)` and `fix(edit)`, and the texts `label` and `hint`.
export function editor(element, given) {
  const root = element.attachShadow({ mode: "open" });
  const hint = new Compartment();
  let quiet = false;

  async function completions(context) {
    const word = context.matchBefore(/[\p{L}\p{N}_]*/u);
    const before = context.state.sliceDoc(Math.max(0, word.from - 1), word.from);
    if (!context.explicit && word.from === word.to && before !== "." && before !== "[") return null;
    const found = await given.complete(position(context.state.doc, context.pos));
    if (!found?.length) return null;
    return {
      from: word.from, validFor: /^[\p{L}\p{N}_]*$/u,
      options: found.map((item) => ({
        label: item.label, type: KINDS[item.kind], detail: item.detail,
        apply: item.textEdit?.newText ?? item.insertText ?? item.label,
      })),
    };
  }

  const hovers = hoverTooltip(async (view, at) => {
    const found = await given.hover(position(view.state.doc, at));
    const told = found?.contents?.value ?? found?.contents;
    if (!told) return null;
    return {
      pos: at, above: true,
      create() {
        const dom = document.createElement("div");
        dom.className = "told";
        dom.textContent = String(told).replace(/^```\w*\n?|```$/gm, "").replace(/`|\*\*/g, "").trim();
        return { dom };
      },
    };
  });

  const view = new EditorView({
    parent: root, root,
    state: EditorState.create({
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), closeBrackets(), indentUnit.of("    "),
        lintGutter(), language(given.words), syntaxHighlighting(COLOURS), LOOK, hovers, hint.of(placeholder(given.hint)),
        autocompletion({ override: [completions] }), EditorView.contentAttributes.of({ "aria-label": given.label, spellcheck: "false" }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !quiet) given.changed(update.state.doc.toString());
        }),
      ],
    }),
  });

  return {
    get text() {
      return view.state.doc.toString();
    },
    // Shows another text, without a report that it has changed.
    show(text) {
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      quiet = false;
    },
    // Shows what could be written in an empty editor.
    hint(text) {
      view.dispatch({ effects: hint.reconfigure(placeholder(text)) });
    },
    // Marks faults of the language server protocol.
    mark(faults) {
      const doc = view.state.doc;
      const marked = faults.map((fault) => {
        const from = place(doc, fault.range.start);
        const to = Math.max(from, place(doc, fault.range.end));
        const edits = fault.data?.fix ?? [];
        const actions = edits.length ? [{ name: given.fixed(edits), apply: () => given.fix(edits) }] : [];
        return { from, to, severity: fault.severity === 1 ? "error" : "warning", message: fault.message, actions };
      });
      view.dispatch(setDiagnostics(view.state, marked));
    },
    // Makes edits of the language server protocol.
    edit(edits) {
      const doc = view.state.doc;
      view.dispatch({
        changes: edits.map((edit) => ({ from: place(doc, edit.range.start), to: place(doc, edit.range.end), insert: edit.newText })),
      });
    },
    go(at) {
      const to = place(view.state.doc, at);
      view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: "center" }) });
      view.focus();
    },
    focus: () => view.focus(),
  };
}
