import { expect, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";

const token = "a-token-for-tests";
let server: RealServer;

test.beforeAll(async () => {
  server = await startServer({ environment: { FALSEZERO_TOKEN: token } });
});

test.afterAll(async () => {
  await server.stop();
});

test("a page behind a token asks for it, says when it is wrong, and leads on when it is right, without a script", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/?q=x`);
  await expect(page).toHaveURL(`${server.url}/login?next=%2F%3Fq%3Dx`);
  await page.getByLabel("Token").fill("another-token");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("not this server’s token");
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${server.url}/?q=x`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No runs yet.");
  await expect(page.locator("pre").first()).toContainText("Bearer $FALSEZERO_TOKEN");
  await context.close();
});
