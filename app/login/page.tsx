import type { Metadata } from "next";
import { LoginForm } from "@/components/login/login-form";
import { PageMain } from "@/components/ui/page-main";

export const metadata: Metadata = { title: "Sign in" };

interface LoginPageProps {
  readonly searchParams: Promise<{ readonly failed?: string; readonly next?: string }>;
}

/** Asks for the server's token; the server itself takes the form. */
export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { failed, next } = await searchParams;
  return (
    <PageMain>
      <LoginForm hasFailed={failed === "1"} next={typeof next === "string" ? next : "/"} />
    </PageMain>
  );
}
