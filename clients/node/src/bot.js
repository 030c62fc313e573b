#!/usr/bin/env node
// A Tiến Lên bot in JavaScript: see choose.js for what it plays.

import { run } from './arena.js';
import { choose } from './choose.js';

run(choose);
