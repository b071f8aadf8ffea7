/** Builds a token of any kind. Main makes and copies it; the window never sees it. */
import { useState } from "react";
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";
import { MAX_VALIDITY_SECONDS, TOKEN_KINDS, type TokenKind } from "../../../shared/model/tokenInspection.ts";
import { Choice, TextField } from "../../components/fields.tsx";
import { Card } from "../../components/parts.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { useWords } from "../../i18n/words.tsx";
import { useAsking } from "../../state/asking.ts";
import { Copied } from "./Copied.tsx";
import { NEEDED, ROLES, readValidity } from "./needs.ts";

const DEFAULT_SECONDS = "3600";
type Typed = { kind: TokenKind; account: string; room: string; role: string; seconds: string };

export const BuildToken = ({ entry }: { entry: ProfileEntry }) => {
  const words = useWords();
  const { t, n } = words;
  const [typed, setTyped] = useState<Typed>({ kind: "chat-user", account: "", room: "", role: "2", seconds: DEFAULT_SECONDS });
  const [checked, setChecked] = useState(false);
  const building = useAsking("token.build");
  const needed = NEEDED[typed.kind];
  const seconds = readValidity(typed.seconds);
  const missing = (["account", "room"] as const).filter((field) => needed.includes(field) && typed[field].trim() === "");

  const set = (change: Partial<Typed>): void => {
    building.drop();
    setTyped({ ...typed, ...change });
  };
  const build = async (): Promise<void> => {
    setChecked(true);
    if (seconds === null || missing.length > 0) return;
    await building.ask({
      profileId: entry.id,
      kind: typed.kind,
      validForSeconds: seconds,
      ...(needed.includes("account") && { account: typed.account.trim() }),
      ...(needed.includes("room") && { room: typed.room.trim() }),
      ...(needed.includes("role") && { role: Number(typed.role) }),
    });
  };
  const refusedAt = (field: string): string | null =>
    building.error !== null && building.error.field === field ? words.error(building.error) : null;

  return (
    <Card title={t("tokens.build.title")} className="narrow">
      <form
        className="fields one"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void build();
        }}
      >
        <Choice
          label={t("tokens.build.kind")}
          help={t(`tokens.kindHelp.${typed.kind}`)}
          value={typed.kind}
          options={TOKEN_KINDS.map((value) => ({ value, text: t(`tokens.kind.${value}`) }))}
          onChoose={(kind) => set({ kind })}
        />
        {needed.includes("account") && (
          <TextField
            label={t(typed.kind === "chat-user" ? "tokens.build.userUuid" : "tokens.build.account")}
            help={t(typed.kind === "chat-user" ? "tokens.build.userUuidHelp" : "tokens.build.accountHelp")}
            value={typed.account}
            maxLength={300}
            fault={checked && missing.includes("account") ? t("profiles.fault.empty") : refusedAt("account")}
            onText={(account) => set({ account })}
          />
        )}
        {needed.includes("room") && (
          <TextField
            label={t("tokens.build.room")}
            value={typed.room}
            maxLength={300}
            fault={checked && missing.includes("room") ? t("profiles.fault.empty") : refusedAt("room")}
            onText={(room) => set({ room })}
          />
        )}
        {needed.includes("role") && (
          <Choice
            label={t("tokens.build.role")}
            value={typed.role}
            options={ROLES.map((role) => ({ value: String(role), text: words.code("tokenRoles", String(role)) }))}
            onChoose={(role) => set({ role })}
          />
        )}
        <TextField
          label={t("tokens.validity.label")}
          help={t("tokens.validity.help")}
          inputMode="numeric"
          value={typed.seconds}
          fault={seconds === null ? t("tokens.validity.wrong", { max: n(MAX_VALIDITY_SECONDS) }) : null}
          onText={(next) => set({ seconds: next })}
        />
        <div className="dialog-do">
          <button type="submit" className="go" disabled={building.since !== null}>
            {t("tokens.build.do")}
          </button>
          <Waiting since={building.since} text={t("tokens.build.building")} onStop={building.drop} />
        </div>
        {building.error !== null && (
          <p className="fault" role="alert">
            {words.error(building.error)}
          </p>
        )}
        {building.answer !== null && <Copied token={building.answer} />}
        <p className="hint">{t("tokens.build.clipboard")}</p>
      </form>
    </Card>
  );
};
