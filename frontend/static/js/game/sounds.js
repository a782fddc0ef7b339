/**
 * Optional sounds: another player's turn, a capture, the end, low time. Synthesised, and only after user activation, as
 * browsers require; of several tabs with the game only one plays.
 * @typedef {"turn" | "capture" | "end" | "low"} Sound
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Trail} Trail
 */

import { timeLeft } from "./clocks.js";

/** Notes as [frequency in Hz, start, duration in seconds]. @type {Record<Sound, [number, number, number][]>} */
export const NOTES = {
  turn: [[392, 0, 0.16]],
  capture: [[392, 0, 0.12], [294, 0.1, 0.2]],
  end: [[294, 0, 0.2], [392, 0.16, 0.2], [494, 0.32, 0.4]],
  low: [[587, 0, 0.09], [587, 0.16, 0.09]],
};
const LOUDNESS = 0.06;
const LOW_SECONDS = 20;
const LOCK_MS = 4000;

/**
 * Return the sound for a change of the game.
 * @param {Game} before the game as it was @param {Game} game as it is @returns {Sound | null}
 */
export function soundOf(before, game) {
  const isOver = (/** @type {Game} */ { status }) => !["setup", "running"].includes(status);
  if (isOver(game) && !isOver(before)) return "end";
  const last = game.ply > before.ply ? game.state.scene.last_turn : [];
  if (last.length === 0 || last.at(-1)?.seat === game.you) return null;
  return last.some((trail) => trail.taken.length > 0) ? "capture" : "turn";
}

/** Whether the own clock is low, in a live game. @param {Game} game @param {number} now */
export function isLow(game, now) {
  if (!game.is_live || game.status !== "running" || game.you === null) return false;
  const { seconds, running } = timeLeft(game.clock, game.you, now);
  return running && seconds !== null && seconds > 0 && seconds < LOW_SECONDS;
}

export class Sounds {
  /** @param {() => boolean} isOn */
  constructor(isOn) {
    this.isOn = isOn;
    /** @type {AudioContext | null} */
    this.context = null;
    this.lowAt = -1;
    for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => this.resumeAudio());
    if (navigator.userActivation?.hasBeenActive) this.resumeAudio();
  }

  /** Create or resume the audio context, which needs user activation. */
  resumeAudio() {
    if (!this.isOn()) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume();
  }

  /** @param {Game} before @param {Game} game */
  playChange(before, game) {
    const sound = soundOf(before, game);
    if (sound) this.play(sound, `${game.id}-${game.event}`);
  }

  /** Play the low-time sound once per turn. @param {Game} game @param {number} now by the server's clock */
  watch(game, now) {
    if (this.lowAt === game.ply || !isLow(game, now)) return;
    this.lowAt = game.ply;
    this.play("low", `${game.id}-low-${game.ply}`);
  }

  /** @param {Sound} sound @param {string} about key of the lock by which only one tab plays it */
  play(sound, about) {
    if (!this.isOn() || this.context?.state !== "running") return;
    if (!navigator.locks) return document.hidden ? undefined : this.sound(sound);
    void navigator.locks.request(`asterism-sound-${about}`, { ifAvailable: true }, (lock) => {
      if (!lock) return undefined;
      this.sound(sound);
      return new Promise((resolve) => setTimeout(resolve, LOCK_MS));
    });
    return undefined;
  }

  /** @param {Sound} sound */
  sound(sound) {
    const context = /** @type {AudioContext} */ (this.context);
    for (const [pitch, begin, length] of NOTES[sound]) {
      const [tone, volume] = [context.createOscillator(), context.createGain()];
      const start = context.currentTime + begin;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  }
}
