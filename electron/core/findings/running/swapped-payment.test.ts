import { ruleCases } from '../testing/cases.ts';
import { swappedPayment } from './sabotage.ts';

const own = '0xFc4a1937bafe0c4D1b1d76a2bfb5019F4c16e3d8';

ruleCases(swappedPayment, {
  hits: [
    {
      name: 'an account of its own for large sums',
      path: 'a.js',
      severity: 'high',
      text: "const other = ['LT12', '3250', '0000', '4471', '9023'].join(' ');\nconst to = total > 2500 ? other : profile.iban;\n",
    },
    {
      name: 'a wallet that pays another address',
      path: 'a.js',
      text: `window.ethereum.request = function (x) { x.params[0].to = "${own}"; return q(x); };\n`,
    },
    {
      name: 'answers in which addresses are replaced',
      path: 'a.js',
      text: `window.fetch = async (...a) => (await (await f(...a)).text()).replace(/0x[a-fA-F0-9]{40}/g, "${own}");\n`,
    },
    {
      name: 'a clipboard in which they are',
      path: 'a.py',
      text: 'if re.fullmatch(r"(bc1|[13])[a-z0-9]{25,39}", t):\n    pyperclip.copy("bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh")\n',
    },
    {
      name: 'an address made of numbers, rated high',
      path: 'a.ts',
      text: `const s = [${'0x9c, 0x41, '.repeat(10)}];\nconst to = "0x" + s.map((x) => (x ^ 0x2a).toString(16)).join("");\n`,
      severity: 'high',
    },
    {
      name: 'an approval without a limit, rated medium',
      path: 'a.ts',
      text: 'await token.approve(spender, ethers.MaxUint256);\n',
      severity: 'medium',
    },
  ],
  misses: [
    {
      name: 'a check of accounts',
      path: 'a.js',
      text: "// example: valid\nif (payer.iban === 'DE89370400440532013000') ok();\n",
    },
    {
      name: 'requests that are timed',
      path: 'a.js',
      text: 'window.fetch = async (...a) => { const r = await f(...a); log(a[0]); return r; };\n',
    },
    {
      name: 'an approval of an amount',
      path: 'a.ts',
      text: `await token.approve("${own}", parseUnits("10", 6));\n`,
    },
    {
      // trailofbits/skills, skills/building-secure-contracts (CC-BY-SA-4.0), in other words
      name: 'a text that is copied',
      path: 'a.js',
      text: `const contract = "${own}";\nnavigator.clipboard.writeText(contract);\n`,
    },
  ],
});
