/** The text of a profile's file, asked for once when its dialog opens. */
import { useEffect } from "react";
import { useAsking } from "../../state/asking.ts";

export const useExport = (id: string) => {
  const { ask, answer, error } = useAsking("profiles.export");
  useEffect(() => void ask({ id }), [ask, id]);
  return { text: answer?.text ?? null, error };
};
