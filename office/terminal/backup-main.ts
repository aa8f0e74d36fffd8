import { runBackup } from './backup.ts';
import { runProgram } from './terminal.ts';

runProgram(runBackup);
