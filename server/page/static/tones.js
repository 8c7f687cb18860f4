// Short tones for moves and the end of a match. Off until switched on.

import { recall, remember } from "./dom.js";

const TONES = { move: [330], end: [392, 523, 659], lost: [330, 262] }; // hertz
const LENGTH = 0.09; // seconds of each tone
const VOLUME = 0.12;

let context = null;

export const isOn = () => recall("sound", "off") === "on";

export function switchSound() {
  remember("sound", isOn() ? "off" : "on");
  play("move");
}

/** Play the tones of "move", "end" or "lost", if sound is on. */
export function play(event) {
  if (!isOn()) return;
  context ??= new AudioContext();
  TONES[event].forEach((pitch, i) => {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const begin = context.currentTime + i * LENGTH;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + LENGTH);
  });
}
