/**
 * Types of the server's JSON for boards, positions and legal choices (games/rules/scene.py).
 *
 * @typedef {[number, number]} Point
 * @typedef {{name: string, x: number, y: number, outline: Point[], kind: string}} Cell
 * @typedef {{text: string, x: number, y: number}} Label
 * @typedef {{x: number, y: number, width: number, height: number, cells: Cell[], labels: Label[],
 *            turns: number[], homes: string[][], mount: number, label_size: number, piece_scale: number,
 *            rows_have_letters: boolean}} Board
 * @typedef {{seat: number, kind: string, cell: string, x: number, y: number, marks: string[]}} Piece
 * @typedef {{x: number, y: number, width: number, height: number, cells: string[], reaches: number[]}} Platform
 * @typedef {{seat: number, step: string, path: string[], taken: string[], lost?: Piece[], slide?: number}} Trail
 * @typedef {{pieces: Piece[], cells: Cell[], platform: Platform | null, marked: Record<string, string[]>,
 *            last_turn: Trail[]}} Scene
 * @typedef {{kind: string, text: string, clicks: string[], optional?: string[], takes?: string[]}} Choice
 * @typedef {{family: string, colours: string[], board: Board}} Look
 */

export {};
