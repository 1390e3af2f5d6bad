import { processSettings } from 'service-kit/config';
import { z } from 'zod';

export const mailboxConfig = z.object({ ...processSettings, SMTP_PORT: z.coerce.number().int().min(0).max(65_535) });
