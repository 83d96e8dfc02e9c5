/** How a row of an export begins, so that it is known without being read. */
export const exportedRowStart = '{"_falsezero":{"exported":';
