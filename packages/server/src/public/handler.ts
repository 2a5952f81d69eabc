import type { Request, Response } from 'express';

/** Answers a request, and resolves when it has. */
export type PublicHandler = (request: Request, response: Response) => Promise<void>;
