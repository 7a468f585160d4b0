/** An image as somebody would send it. @module */
import { Buffer } from "node:buffer";
import type { Browser } from "playwright";

const BARS = [68, 42, 55, 30, 24, 18];
const SIZE = { width: 560, height: 320 };

/** @returns A PNG in base64: bars that become shorter, without a word of any language. */
export async function drawChart(browser: Browser): Promise<string> {
  const page = await browser.newPage({ viewport: SIZE });
  const bars = BARS.map((height, index) =>
    `<rect x="${60 + index * 80}" y="${270 - height * 3}" width="48" height="${height * 3}" rx="4"
      fill="${index === 0 ? "#b4442c" : "#2f6f9f"}"/>`
  );
  const lines = [60, 130, 200, 270].map((y) => `<path d="M40 ${y}H530" stroke="#d5dade"/>`);
  await page.setContent(
    `<body style="margin: 0"><svg width="${SIZE.width}" height="${SIZE.height}" style="background: #fbfcfd">
      ${lines.join("")}${bars.join("")}</svg></body>`,
  );
  const png = await page.screenshot();
  await page.close();
  return Buffer.from(png).toString("base64");
}
