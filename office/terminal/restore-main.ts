import { runRestore } from './restore.ts';
import { runProgram } from './terminal.ts';

runProgram(runRestore);
