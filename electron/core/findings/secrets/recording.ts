import { at } from '../knowledge/places.ts';
import { sendersOf } from '../knowledge/sent-data.ts';
import { pattern } from '../pattern.ts';
import { inCode } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const recorders = pattern(
  [
    'ffmpeg',
    'arecord',
    'parec',
    'screencapture',
    'import -',
    'scrot',
    'grim',
    'gnome-screenshot',
    'pynput',
    'keyboard.',
    'pyautogui',
    'imagegrab',
    'mss',
    'xinput',
    'sounddevice',
    'pyaudio',
    'uiohook',
    'iohook',
    'getasynckeystate',
    'copyfromscreen',
    'imagesnap',
    'fswebcam',
    'videocapture',
  ],
  String.raw`\bffmpeg\b[^\n]*-f\s+(?:pulse|alsa|avfoundation|x11grab|gdigrab|dshow|v4l2|kmsgrab)\b|\b(?:arecord|parec(?:ord)?)\s+-|\bscreencapture\s+-|\bimport\s+(?:-\S+\s+)*-window\s+root|\b(?:scrot|grim|gnome-screenshot|imagesnap|fswebcam)\b|\bpynput\b|\bkeyboard\.(?:on_press|hook|record)\b|\bpyautogui\.screenshot\b|\bImageGrab\.grab\b|\bmss\.mss\b|\bxinput\s+test\b|\bsounddevice\b|\bPyAudio\(|\b(?:ui|i)ohook\b|\bGetAsyncKeyState\b|\bCopyFromScreen\b|\bVideoCapture\(\s*0`,
);

/** E16. */
export const recording = rule({
  id: 'E16',
  family: 'secrets',
  severity: 'high',
  title: 'Records the screen, the microphone or the keys, and sends data',
  why: 'Whoever gets a recording sees and hears everything that happens beside the task.',
  confusedWith:
    'Tools for screenshots and transcripts that keep what they record here are ignored.',
  *look(document) {
    const [sender] = sendersOf(document).filter(({ body }) => body.length > 0);
    if (sender === undefined) return;
    const { start, end } = sender;
    for (const match of inCode(document, recorders)) yield at(match, { related: [{ start, end }] });
  },
});
