"""The closed lists of words an answer may carry: lead-ins, hedges, connectives, courtesies, functions.

A word outside these lists makes the text unreadable, so that "not 63" is never taken for 63.
"""

from __future__ import annotations

from engine.answers import units


def words(listed: str) -> frozenset[str]:
    """Return the words of a list written with spaces between them."""
    return frozenset(listed.split())


LEADS = words(
    "it the answer ans result value so ok okay well total sum is's its it's that that's we get i got think "
    "believe guess my we've should be would must come comes out to final solution there var variance std sd "
    "deviation standard factor ratio number size memory count cost complexity time space big order of grows "
    "growth like as at for each exactly just only a an 答案 答 结果 结论 所以是 我 觉得 认为 猜 算出来 算得 "
    "算出 得 得到 得出 一共 总共 共 共有 有 需要 要 应该 应 该 可能 也许 大概率 那么 那 就 嗯 好的 解 因为 方差 "
    "标准差 期望 均值 概率 比例 倍数 总数 数量 总量 参数量 计算量 显存 内存 内存占用 占用 大小 复杂度 "
    "时间复杂度 空间复杂度 时间 空间 量级 增长 增长到 增加到 变成 变为 变成了 是原来的 原来的 为原来的 最后 "
    "最终 第 乘积 熵 层数 步数 路径长度 恰好 正好 刚好 其 这 正 它 它是 是不是 um uh hm hmm er erm oh ah 呃 额 哦 唔 "
    "我的 选 算下来 整整 sure yes yeah something close"
) | {"i think", "i guess", "i believe"}
HEDGES = words(
    "about approximately approx around roughly nearly almost circa ca maybe perhaps probably likely 约 大约 "
    "大概 差不多 差不多是 近似 近似于 接近 估计 约莫 大致 将近"
)
EQUALS = words(
    "is are equals equal gives 是 就是 等于 为 约为 约等于 应该是 应是 即 即为 得到的是 可能是 大概是 应该为 也就是"
)
TAILS = words(
    "maybe probably approximately approx roughly time complexity space please thanks thank you pls total "
    "altogether memory ish right exactly lol haha growth 时间 空间 增长 "
    "复杂度 时间复杂度 吧 呗 嘛 咯 吗 呢 啊 哦 呀 啦 了 哈 左右 上下 多一点 谢谢 请 的 级 级别 "
    "量级 数量级 显存 内存 的显存 的内存 整 对吗 对吧 是吧"
) | {"or so", "i think", "i guess", "i believe", "in total", "in all", "of memory"}
LEFTOVER_HEDGES = words("左右 上下 ish maybe probably approximately approx roughly") | {"or so"}
THEREFORE = words("so hence thus therefore then 所以 因此 故 于是 从而 可得")
OR = words("or and to vs versus between through either 或 或者 和 与 及 至 到 还是 跟")
GIVING_UP = words("skip pass idk dunno 不知道 不会 跳过 不懂 不清楚 放弃 没有 没学过 很多 无穷 无穷大 无限")
INCREASES = words("增大了 增加了 增长了 大了 多了 提高了 提升了 涨了 高了 长了 快了 慢了 扩大了 上升了 增多了 翻了")

AROUND = LEADS | HEDGES | EQUALS | TAILS | THEREFORE | INCREASES | LEFTOVER_HEDGES | {
    "larger", "more", "bigger", "greater", "higher",
}  # fmt: skip

FUNCTIONS = {
    "sqrt": "sqrt",
    "cbrt": "cbrt",
    "exp": "exp",
    "ln": "log",
    "log": "log",
    "lg": "lg",
    "floor": "floor",
    "ceil": "ceiling",
    "ceiling": "ceiling",
    "abs": "abs",
    "min": "min",
    "max": "max",
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "factorial": "factorial",
    "Min": "min",
    "Max": "max",
    "Abs": "abs",
    "Sqrt": "sqrt",
    "Log": "log",
    "Exp": "exp",
    "SQRT": "sqrt",
    "LOG": "log",
    "LN": "log",
    "EXP": "exp",
}
SEVERAL_ARGUMENTS = frozenset(("log", "min", "max"))
CONSTANTS = {"pi": "pi", "Pi": "pi", "PI": "pi", "π": "pi"}
EULER = frozenset("eE")

MAGNITUDES: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("thousand", "thousands", "Thousand"), (10**3,)),
    **dict.fromkeys(("million", "millions", "Million", "mio", "M", "MM", "mln"), (10**6,)),
    **dict.fromkeys(("billion", "billions", "Billion", "bn"), (10**9,)),
    **dict.fromkeys(("trillion", "trillions", "Trillion"), (10**12,)),
    **dict.fromkeys(("hundred", "hundreds", "Hundred"), (10**2,)),
    "Ki": (2**10,),
    "Mi": (2**20,),
    "Gi": (2**30,),
    "Ti": (2**40,),
    "k": (10**3, 2**10),
    "K": (10**3, 2**10),
    "G": (10**9, 2**30),
    "T": (10**12, 2**40),
    "B": (10**9, 1),
    "b": (10**9, 1),
    "兆": (10**6, 10**12),
}

GROWTH_WORDS = {
    **dict.fromkeys(("constant", "常数", "常量"), "1"),
    **dict.fromkeys(("logarithmic", "对数"), "log(n)"),
    **dict.fromkeys(("linear", "linearly", "线性", "一次"), "n"),
    **dict.fromkeys(("linearithmic", "loglinear", "quasilinear", "线性对数"), "n*log(n)"),
    **dict.fromkeys(("quadratic", "quadratically", "平方", "二次", "平方阶", "二次方"), "n^2"),
    **dict.fromkeys(("cubic", "立方", "三次", "三次方"), "n^3"),
    **dict.fromkeys(("exponential", "exponentially", "指数"), "2^n"),
}
GROWTH_ASKED = words("exponential exponentially 指数")  # of an unsaid base
POWER_WORDS = {
    "平方": 2,
    "的平方": 2,
    "方": 2,
    "的二次方": 2,
    "立方": 3,
    "的立方": 3,
    "squared": 2,
    "cubed": 3,
    "三次方": 3,
    "的三次方": 3,
    "二次方": 2,
}
ROOTED = words("的平方根 的算术平方根 开根号 开平方 开方 开平方根")

HAN_WORDS = sorted(
    {
        word
        for word in (
            *LEADS,
            *HEDGES,
            *EQUALS,
            *TAILS,
            *THEREFORE,
            *OR,
            *GIVING_UP,
            *INCREASES,
            *units.HAN,
            *units.ASKED,
            *units.COUNTED,
            *GROWTH_WORDS,
            *POWER_WORDS,
            *ROOTED,
            *FUNCTIONS,
        )
        if not word.isascii()
    }
    | {"根号", "根号下", "又", "百分之", "千分之", "万分之", "分之", "的", "次方", "次幂", "个"},
    key=lambda word: (-len(word), word),
)
