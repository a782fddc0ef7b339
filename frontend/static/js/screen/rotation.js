/** Turns through the frames of a screen, one after the other; can be paused and stepped. */

/** @typedef {{key: string, show: () => void}} Frame */

export class Rotation {
  /** @param {number} seconds per frame @param {(rotation: Rotation) => void} onChange */
  constructor(seconds, onChange) {
    this.milliseconds = seconds * 1000;
    this.onChange = onChange;
    /** @type {Frame[]} */
    this.frames = [];
    this.index = 0;
    this.isPaused = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Replace the frames and stay at the current one, if it is still there. @param {Frame[]} frames */
  setFrames(frames) {
    const key = this.frames[this.index]?.key;
    const same = frames.findIndex((frame) => frame.key === key);
    this.frames = frames;
    this.index = same >= 0 ? same : Math.min(this.index, Math.max(0, frames.length - 1));
    this.show();
  }

  /** Go to the first frame whose key begins like this. @param {string} start */
  goTo(start) {
    const index = this.frames.findIndex((frame) => frame.key.startsWith(start));
    if (index < 0 || this.isPaused) return;
    this.index = index;
    this.show();
    this.wait();
  }

  /** @param {number} steps forwards, or backwards if negative */
  step(steps) {
    const count = this.frames.length;
    if (count) this.index = (this.index + steps + count) % count;
    this.show();
    this.wait();
  }

  toggle() {
    this.isPaused = !this.isPaused;
    this.wait();
    this.onChange(this);
  }

  /** Wait for the next turn, from now on. */
  wait() {
    clearTimeout(this.timer);
    if (!this.isPaused) this.timer = setTimeout(() => this.step(1), this.milliseconds);
  }

  show() {
    this.frames[this.index]?.show();
    this.onChange(this);
  }
}
