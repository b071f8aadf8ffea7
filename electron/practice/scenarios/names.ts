/** Names for the people and rooms of a scenario. */
import type { Dice } from "../engine/dice.ts";

const GIVEN =
  "Aisha Amara Anders Anya Arjun Beatriz Bo Camille Carlos Chiara Chidi Daniel Daria Diego Eilidh Elif Emeka Emma Farid Fatima Freya Grace Hana Haruto Hugo Ines Ingrid Isabel Ivan Jakub Jamal Jonas Julia Kaito Kavya Kwame Lars Layla Leila Lena Liam Linh Lucas Magda Maja Mateo Mehmet Mia Minh Mohammed Nadia Ngozi Nia Nikhil Noah Olga Oluwaseun Omar Oscar Paula Pedro Petra Priya Rafael Rania Ravi Rosa Ruth Salma Samuel Sara Selin Sofia Stefan Tariq Thandiwe Theo Tomas Uma Valentina Viktor Wanjiru Yara Yusuf Zainab Zofia".split(
    " ",
  );
const FAMILY =
  "Abebe Adeyemi Ahmed Almeida Andersson Banerjee Bauer Becker Bianchi Castillo Chaudhry Costa Cruz Dubois Eriksen Fernandes Fischer Garcia Haddad Hansen Hoang Horvat Ibrahim Ivanova Jansen Kamau Kaya Keller Khan Kim Kowalski Kumar Larsen Lindqvist Lopez MacLeod Mahlangu Martin Mensah Moreau Murphy Mwangi Nakamura Nguyen Nowak O'Brien Okafor Oliveira Osei Park Patel Pereira Petrov Popescu Rahman Rossi Sato Schmidt Sharma Silva Singh Smith Suzuki Tanaka Tran Usman Vandijk Varga Weber Wilson Yamamoto Yilmaz Zhang".split(
    " ",
  );
const CHINESE_FAMILY =
  "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜";
const CHINESE_GIVEN =
  "伟 芳 娜 敏 静 丽 强 磊 洋 艳 勇 杰 娟 涛 明 超 秀英 霞 平 刚 桂英 子涵 雨桐 浩然 欣怡 梓轩 诗涵 宇航 思琪 俊杰 嘉怡 一诺 子墨 佳琪 天宇 雅婷 志远 晓彤 文博 若曦".split(
    " ",
  );

export const SUBJECTS = [
  "Organic chemistry",
  "Linear algebra",
  "Macroeconomics",
  "Constitutional law",
  "Cell biology",
  "Thermodynamics",
  "Modern history",
  "Statistics",
  "高等数学",
  "大学英语",
] as const;

export const personName = (dice: Dice): string =>
  dice.unit() < 0.3
    ? `${CHINESE_FAMILY.charAt(dice.between(0, CHINESE_FAMILY.length - 1))}${dice.pick(CHINESE_GIVEN) ?? ""}`
    : `${dice.pick(GIVEN) ?? ""} ${dice.pick(FAMILY) ?? ""}`;

export const CHAT_LINES = [
  "Is question 4 about the second table?",
  "May I use a calculator?",
  "My camera was off for a moment, sorry.",
  "Could you repeat the last announcement?",
  "I cannot open page 3 of the paper.",
  "老师，第二题的图看不清楚。",
  "请问还剩多少时间？",
  "好的，谢谢老师。",
  "Thank you.",
  "Finished with part A.",
  "The sound is breaking up here.",
  "网络有点卡，我重新进来了。",
  "Is there a typo in 7b?",
  "Please share the formula sheet again.",
  "May I go to the bathroom?",
] as const;

export const TEACHER_LINES = [
  "Please keep your cameras on.",
  "Thirty minutes left.",
  "The formula sheet is among the resources.",
  "There is no typo in 7b, read it again.",
  "请大家保持安静。",
  "Write your number on every page.",
  "You may begin with any part.",
] as const;

export const RESOURCES = [
  "Formula sheet.pdf",
  "Exam paper.pdf",
  "Answer form.docx",
  "Periodic table.png",
  "考试须知.pdf",
  "Data set.xlsx",
] as const;
