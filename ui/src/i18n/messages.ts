// Every text that the interface shows: a language that lacks one, or has one too many, does not build.
export interface Messages {
  title: string;
  what: string;
  useTheCommandLine: string;
  version: (number: string) => string;
}
