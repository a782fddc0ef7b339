/**
 * Types of the API's answers, generated from its schema (`npm run types` writes build/api.d.ts).
 *
 * @typedef {import("../../../build/api.js").components["schemas"]} Schemas
 * @typedef {Schemas["CellOutput"]} Cell
 * @typedef {Schemas["ChatOutput"]} ChatMessage
 * @typedef {Schemas["ChoiceOutput"]} Choice
 * @typedef {Schemas["ClockOutput"]} Clock
 * @typedef {Schemas["DrawnBoardOutput"]} Board
 * @typedef {Schemas["GameOutput"]} Game
 * @typedef {Schemas["PieceOutput"]} Piece
 * @typedef {Schemas["PlatformOutput"]} Platform
 * @typedef {Schemas["PositionOutput"]} Position
 * @typedef {Schemas["SceneOutput"]} Scene
 * @typedef {Schemas["SeatOutput"]} Seat
 * @typedef {Schemas["StateOutput"]} State
 * @typedef {Schemas["TrailOutput"]} Trail
 * @typedef {Schemas["TurnOutput"]} Turn
 * @typedef {Schemas["VariantDetailOutput"]} Variant
 * @typedef {Pick<Variant, "family" | "colours" | "board">} Look
 * @typedef {Schemas["TableOutput"]} ResultTable
 * @typedef {number[]} Point x and y
 * @typedef {Pick<Position, "position" | "seat" | "scene" | "choices" | "tally" | "placed" | "result"> & {turn_begins?: boolean}} Face a
 *   position to show, or to play from
 */

export {};
