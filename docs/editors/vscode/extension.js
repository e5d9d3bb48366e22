// Starts `mercatoria lsp`, plays from scenarios, and lets the author choose the table that hovers and inlays show.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const command = vscode.workspace.getConfiguration("mercatoria").get("command");
  client = new LanguageClient(
    "mercatoria",
    "Mercatoria",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "rules" }, { pattern: "**/{board,picture,clauses}.yaml" }],
      middleware: { executeCommand: (name, args, next) => (name === "mercatoria.play" ? play(...args) : next(name, args)) },
    },
  );
  try {
    await client.start();
  } catch (fault) {
    vscode.window.showErrorMessage(`\`${command} lsp\` does not start: set \`mercatoria.command\` to its full path. ${fault}`);
  }
}

async function play(folder, scenario) {
  await vscode.workspace.saveAll(false);
  const shellPath = vscode.workspace.getConfiguration("mercatoria").get("command");
  const shellArgs = ["play", folder, "--scenario", scenario];
  vscode.window.createTerminal({ name: scenario, shellPath, shellArgs }).show();
}

function file() {
  const editor = vscode.window.activeTextEditor;
  return editor && editor.document.languageId === "rules" ? { uri: editor.document.uri.toString() } : undefined;
}

async function chooseTable() {
  const textDocument = file();
  if (!textDocument) return;
  const now = await client.sendRequest("mercatoria/table", { textDocument });
  const items = Object.entries(now.choices.variants).map(([name, title]) => ({
    label: name, description: title, picked: now.variants.includes(name),
  }));
  const chosen = await vscode.window.showQuickPick(items, { canPickMany: true, title: "House rules at this table" });
  if (!chosen) return;
  const [least, most] = now.choices.players;
  const counts = Array.from({ length: most - least + 1 }, (_, at) => String(most - at));
  const players = await vscode.window.showQuickPick(counts, { title: "Number of players" });
  if (!players) return;
  const table = { textDocument, players: Number(players), variants: chosen.map((item) => item.label) };
  try {
    await client.sendRequest("mercatoria/table", table);
  } catch (fault) {
    vscode.window.showErrorMessage(fault.message);
  }
}

async function runScenarios() {
  const textDocument = file();
  if (!textDocument) return;
  const results = await client.sendRequest("mercatoria/run", { textDocument });
  const failed = results.filter((result) => !result.passed);
  const text = `${results.length - failed.length} of ${results.length} scenarios passed`;
  const pick = await vscode.window.showInformationMessage(text, ...failed.slice(0, 3).map((result) => result.name));
  const picked = failed.find((result) => result.name === pick);
  if (picked) {
    const { uri, range } = (picked.faults[0] || picked).location;
    const place = client.protocol2CodeConverter.asRange(range);
    await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: place });
  }
}

async function activate(context) {
  const commands = {
    "mercatoria.chooseTable": chooseTable,
    "mercatoria.runScenarios": runScenarios,
    "mercatoria.restart": async () => { await client.stop(); await start(); },
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  }
  await start();
}

module.exports = { activate, deactivate: () => client && client.stop() };
