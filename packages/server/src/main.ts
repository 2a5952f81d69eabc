process.stderr.write(`lodestone ${process.argv.slice(2).join(' ')}: not built yet\n`);
process.exitCode = 1;
