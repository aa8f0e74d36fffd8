import { runCommand } from './run-command.ts';
import { runProgram } from './terminal.ts';

runProgram(runCommand);
