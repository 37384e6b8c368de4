import { ruleCases } from '../testing/cases.ts';
import { nearMiss } from './sources.ts';

const installs = (command: string): string => `# A\n\n\`\`\`bash\n${command}\n\`\`\`\n`;

ruleCases(nearMiss, {
  hits: [
    {
      name: 'two swapped letters',
      text: installs('pip install reqeusts'),
      finds: 'reqeusts',
      decoded: 'requests',
    },
    {
      name: 'one letter less, with a version',
      text: installs('npm i expres@4.18.2'),
      decoded: 'express',
    },
    {
      name: 'one letter more, in a list of requirements',
      path: 'requirements.txt',
      text: 'flask\nnumpyy==1.0\n',
      finds: 'numpyy',
    },
    {
      name: 'another letter, in a manifest',
      path: 'package.json',
      text: '{"dependencies": {"lodesh": "^4.0.0"}}\n',
      finds: 'lodesh',
    },
    {
      name: 'a missing separator',
      text: installs('npm install crossenv'),
      decoded: 'cross-env',
    },
  ],
  misses: [
    {
      name: 'the known packages',
      text: installs('pip install requests numpy==2.0 "uvicorn[standard]"'),
    },
    {
      name: 'packages that really have that name',
      text: installs('pip install scapy psycopg pypdf2 && npm i mysql2 preact'),
    },
    {
      name: 'names that resemble no package',
      path: 'requirements.txt',
      text: 'acme-refunds==1.0\n-r other.txt\n',
    },
    {
      // anthropics/skills, skills/pdf (Apache-2.0), in other words
      name: 'packages that a real skill installs',
      text: installs('pip install pypdf pdfplumber reportlab pytesseract pdf2image'),
    },
  ],
});
