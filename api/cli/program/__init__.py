"""What all commands are made of: names, help, options, output, errors and configuration."""
