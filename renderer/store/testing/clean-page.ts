import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// vitest runs this for each test file, also for those that share their modules.
afterEach(cleanup);

// The library gives a page one second to change, which a busy machine doesn't always keep.
configure({ asyncUtilTimeout: 20_000 });
