/** Text descriptions of the board for screen readers: cells, turns and whole positions. No DOM here. */

import { language, mark, t, tn } from "../words.js";

/**
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("../types.js").Trail} Trail
 * @typedef {import("../board/turn.js").Progress} Progress
 * @typedef {{who: string, lines: string[]}} Group
 */

/** The rules' names of colours, pieces and marks of pieces, marked for translation. */
export const NAMES = [
  ...[mark("red"), mark("blue"), mark("yellow"), mark("violet"), mark("orange"), mark("white"), mark("brown"), mark("black")],
  ...[mark("sun"), mark("moon"), mark("star"), mark("champion")],
  ...[mark("huffable"), mark("aboard"), mark("tumbled"), mark("finished")],
];
/** The rules' marks of cells. @type {Record<string, string>} */
const GROUND = { boarding: mark("boarding cell"), frozen: mark("frozen"), forbidden: mark("closed to the platform") };

/** @param {Piece} piece @param {string[]} colours */
function pieceWords(piece, colours) {
  const colour = t(colours[piece.seat]);
  const isPlain = piece.kind === "tetrahedron" || piece.kind === "pawn";
  const who = isPlain ? colour : t("{colour} {piece}", { colour, piece: t(piece.kind) });
  return piece.marks.length > 0 ? `${who} (${piece.marks.map((one) => t(one)).join(", ")})` : who;
}

/**
 * Describe a cell's marks: goals, platform, boarding and others.
 * @param {Scene} scene @param {string} name @param {string[]} colours @returns {string[]}
 */
function groundWords(scene, name, colours) {
  const marks = Object.keys(scene.marked).filter((mark) => scene.marked[mark].includes(name)).map((mark) => mark.split(":"));
  const goals = marks.filter(([word]) => word === "goal").map(([, seat]) => t("goal of {colour}", { colour: t(colours[Number(seat)]) }));
  const words = [...goals, ...marks.filter(([word]) => word in GROUND).map(([word]) => t(GROUND[word]))];
  if (scene.platform?.cells.includes(name)) words.push(t("platform"));
  return [...new Set(words)];
}

/** @param {Scene} scene @param {string} name @param {string[]} colours */
export function cellWords(scene, name, colours) {
  const piece = scene.pieces.find((one) => one.cell === name);
  const what = piece ? `${name}: ${pieceWords(piece, colours)}` : bareWords(scene, name);
  return [what, ...groundWords(scene, name, colours)].join(", ");
}

/**
 * Describe an empty cell, or one without a disc on a board of movable discs.
 * @param {Scene} scene @param {string} cell
 */
function bareWords(scene, cell) {
  const kind = scene.cells.find((one) => one.name === cell)?.kind;
  if (kind === "disc") return t("{cell}: empty disc", { cell });
  return kind === "space" ? t("{cell}: no disc", { cell }) : t("{cell}: empty", { cell });
}

/** Steps that aren't clicks on cells, and their buttons. @type {Record<string, string>} */
const STEP_BUTTONS = { pass: mark("Pass"), "P+": mark("Platform towards T"), "P-": mark("Platform towards A") };

/** The text of the button of a step that isn't a click on a cell; undefined for others. @param {string} name */
export function buttonWords(name) {
  return name in STEP_BUTTONS ? t(STEP_BUTTONS[name]) : undefined;
}

/** The accessible name of a board that can be played on. */
export function boardLabel() {
  return t("Board. Arrow keys move the cursor, N goes to the next choice, Enter selects and plays, Escape cancels.");
}

/**
 * Describe a cell and what can be done with it.
 * @param {Scene} scene @param {string} name @param {string[]} colours @param {Progress} progress
 */
export function cellUnderCursor(scene, name, colours, { picked, captures, targets, sources }) {
  const what = cellWords(scene, name, colours);
  const known = /** @type {[string[], string][]} */ ([[picked, t("Selected.")], [captures, t("Captures here.")], [targets, t("Can move here.")], [sources, t("Can move.")]]);
  const word = known.find(([names]) => names.includes(name))?.[1];
  return word ? `${what}. ${word}` : what;
}

/** Describe the picked piece and where it can go. @param {Progress} progress @returns {string} */
export function pickedWords({ picked, targets }) {
  const cell = picked.at(-1);
  return cell ? t("{cell} selected. It can move to {cells}.", { cell, cells: listed(targets) }) : t("Deselected.");
}

/** Name the button that ends optional captures. @param {number} count */
export function takeWords(count) {
  return tn("Take {count} piece", "Take {count} pieces", count);
}

/** @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
}

// -- a turn ---------------------------------------------------------------------------------------------------------

/** Describe the last turn, step by step. @param {Scene} scene after it @param {string[]} colours @returns {string} */
export function turnWords(scene, colours) {
  return scene.last_turn.map((trail) => trailWords(trail, scene, colours)).join("; ");
}

/**
 * Describe the last turn and who played it.
 * @param {Scene} scene after it @param {{you: number | null, seats: {name: string}[]}} game @param {string[]} colours
 */
export function playedWords(scene, game, colours) {
  const seat = scene.last_turn.at(-1)?.seat;
  if (seat === undefined) return "";
  const turn = turnWords(scene, colours);
  return seat === game.you ? t("You played: {turn}.", { turn }) : t("{name} played: {turn}.", { name: game.seats[seat].name, turn });
}

/** @param {Trail} trail @param {Scene} scene @param {string[]} colours */
function trailWords({ step, path, taken }, scene, colours) {
  if (step === "pass") return t("passes");
  if (step === "P+") return t("the platform goes towards T");
  if (step === "P-") return t("the platform goes towards A");
  if (step.startsWith("!")) return t("huffs {cell}", { cell: step.slice(1) });
  const [from, to] = [path[0], path.at(-1)];
  if (step.startsWith("o")) return t("disc from {from} to {to}", { from, to });
  const piece = scene.pieces.find((one) => one.cell === to);
  const values = { piece: piece ? pieceWords(piece, colours) : "", from, to, cells: listed(taken) };
  return (taken.length > 0 ? t("{piece} from {from} to {to}, taking {cells}", values) : t("{piece} from {from} to {to}", values)).trim();
}

// -- the whole position ---------------------------------------------------------------------------------------------

/**
 * Describe a position, one line per seat and kind of piece.
 * @param {Scene} scene @param {string[]} colours @returns {string[]}
 */
export function sceneWords(scene, colours) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const piece of [...scene.pieces].sort((one, other) => one.seat - other.seat)) {
    const who = pieceWords(piece, colours);
    lines.set(who, [...(lines.get(who) ?? []), piece.cell]);
  }
  const words = [...lines].map(([who, cells]) => `${who}: ${cells.sort(byName).join(", ")}`);
  if (scene.platform) words.push(t("platform: {cells}", { cells: scene.platform.cells.join(", ") }));
  return words;
}

/**
 * Describe a position row by row, including the discs of a board of movable discs.
 * @param {Scene} scene @param {string[]} colours @param {{rows_have_letters: boolean}} board @returns {string[]}
 */
export function rowWords(scene, colours, board) {
  const names = new Set([...scene.pieces.map((piece) => piece.cell), ...scene.cells.flatMap((cell) => (cell.kind === "disc" ? [cell.name] : []))]);
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const name of [...names].sort(byName)) {
    const row = rowOf(name, board);
    rows.set(row, [...(rows.get(row) ?? []), cellWords(scene, name, colours)]);
  }
  return [...rows].sort(([one], [other]) => byName(one, other)).map(([row, cells]) => t("Row {row}: {cells}", { row, cells: cells.join("; ") }));
}

/** Return a cell's row: its letters, otherwise its last number. @param {string} name @param {{rows_have_letters: boolean}} board */
function rowOf(name, board) {
  return board.rows_have_letters ? name.replace(/\d+$/, "") : (name.match(/-?\d+(?=\)?$)/)?.[0] ?? name);
}

/** Natural order: `b2` before `b10`, `-2` before `-1`. @param {string} one @param {string} other */
function byName(one, other) {
  const [first, second] = [Number(one), Number(other)];
  return Number.isNaN(first - second) ? one.localeCompare(other, "en", { numeric: true }) : first - second;
}
