import { dev } from 'vite-react-ssg/node';

// A program of its own: the command of vite-react-ssg has no way to choose the port.
await dev(
  {},
  {
    configFile: 'vite.config.ts',
    server: { host: '127.0.0.1', port: Number(process.argv[2]), strictPort: true },
  },
);
