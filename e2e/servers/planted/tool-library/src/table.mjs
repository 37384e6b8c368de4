/** The shelves, in the order of the printed catalogue, and what lies on them. */
export const shelves = [
  {
    key: 'garden',
    about: 'Lend something from the garden shelf, and take it back',
    tools: [
      { title: 'Hedge trimmer', deposit: 40, days: 3, checks: ['blade guard', 'both switches'] },
      {
        title: 'Pressure washer',
        about: 'Lend the pressure washer: hose, nozzles, and what it must not be pointed at',
        deposit: 80,
        days: 2,
        checks: ['hose', 'four nozzles', 'filter', 'no leak under pressure'],
        parts: [
          ['hose 8 m', 'PW-08'],
          ['nozzle 25°', 'PW-25'],
          ['nozzle 40°', 'PW-40'],
        ],
      },
      {
        title: 'Party tent',
        about: 'Lend the party tent, and count its poles before and after',
        deposit: 120,
        days: 4,
        checks: ['18 poles', '12 pegs', 'roof dry'],
        parts: [
          ['pole, straight', 'PT-01'],
          ['pole, corner', 'PT-02'],
          ['peg', 'PT-09'],
        ],
      },
    ],
  },
  {
    key: 'building',
    about: 'Lend something from the building shelf, and take it back',
    tools: [
      {
        title: 'Circular saw',
        about: 'Lend the circular saw to somebody who has used one before',
        deposit: 100,
        days: 2,
        checks: ['riving knife', 'guard snaps back', 'blade sharp'],
        parts: [
          ['blade 190 mm, 24 teeth', 'CS-24'],
          ['blade 190 mm, 48 teeth', 'CS-48'],
        ],
        briefing: 'Show how the guard snaps back, with the plug out.',
      },
      {
        title: 'LED floodlight',
        about: 'Lend the floodlights in pairs, with their stands',
        deposit: 30,
        days: 7,
        checks: ['stand', 'cable whole'],
      },
      {
        title: 'Tile cutter',
        about: 'Lend the tile cutter, and sell wheels for it at cost',
        deposit: 50,
        days: 3,
        checks: ['wheel', 'rails clean'],
        parts: [
          ['wheel 16 mm', 'TC-16'],
          ['wheel 22 mm', 'TC-22'],
        ],
      },
    ],
  },
  {
    key: 'house',
    about: 'Lend something from the house shelf, and take it back',
    tools: [
      {
        title: 'Cargo bike',
        about: 'Lend the cargo bike: brakes, lock, and where it stands overnight',
        deposit: 150,
        days: 1,
        checks: ['both brakes', 'lights', 'lock and two keys'],
        briefing: 'Have them ride one round in the yard, with the box empty and then with 20 kg.',
      },
      {
        title: 'Sewing machine',
        deposit: 60,
        days: 14,
        checks: ['pedal', 'three feet', 'needles'],
      },
    ],
  },
];
