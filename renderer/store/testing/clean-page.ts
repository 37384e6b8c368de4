import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// vitest runs this for each test file, also for those that share their modules.
afterEach(cleanup);
