/** Two short tones for a new alarm of priority 1. Made, not loaded: there is no file that could be missing. */

const TONES = [
  { frequency: 880, at: 0, length: 0.14 },
  { frequency: 1_174, at: 0.18, length: 0.2 },
];
const LOUDNESS = 0.25;

export type Beeper = { beep(): void };

export const createBeeper = (): Beeper => {
  let context: AudioContext | null = null;
  return {
    beep: () => {
      try {
        context ??= new AudioContext();
        void context.resume();
        for (const { frequency, at, length } of TONES) {
          const oscillator = context.createOscillator();
          const gain = context.createGain();
          const start = context.currentTime + at;
          oscillator.frequency.value = frequency;
          // A ramp at both ends: a tone that is cut clicks.
          gain.gain.setValueAtTime(0, start);
          gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
          gain.gain.linearRampToValueAtTime(0, start + length);
          oscillator.connect(gain).connect(context.destination);
          oscillator.start(start);
          oscillator.stop(start + length);
        }
      } catch {
        // A workstation without a sound device still shows the alarm.
      }
    },
  };
};
