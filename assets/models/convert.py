"""Builds the embedder's ONNX graph from the weights of multilingual-e5-small.

In: the weights file and tokenizer.json. Out: one ONNX file whose inputs are `input_ids` and
`attention_mask` (int64, [batch, sequence], at most 512 long, padding with mask 0) and whose output
is `embedding` (float32, [batch, 384]): the mean of the last layer over the mask, of length 1.

    python convert.py e5-small-q4.bin tokenizer.json model.int8.onnx [--exact]

The network is BERT's. Four choices make it quick and faithful; README.md has the figures.

- The word embeddings stay in the four bits they come in: nothing is lost, and the file is small.
- Matrix products are int8 with a scale for each output, activations being quantised as they come.
  Weights use 7 of the 8 bits: on processors with AVX2 and without VNNI, ONNX Runtime adds pairs of
  products in 16 bits, and with 8 bits that sum saturates silently.
- A few activations are ten times larger than all others and would spoil the quantisation of the
  rest. One neuron in each of seven layers is therefore computed in float32 beside the others, and
  a few channels are divided before, and their weights multiplied, by a power of two.
- Layer normalisation is spelt out: ONNX Runtime's own kernel is not vectorised.

`--exact` writes the same network in float32 throughout, to measure against.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

import weights as source

MAX_TOKENS = 512
ONNX_OPSET = 20
ONNX_IR = 9
RUNTIME_DOMAIN = "com.microsoft"
WEIGHT_STEPS = 63  # Seven bits: two products of 255 × 63 fit into 16 bits with a sign.
MASKED_SCORE = -1e9  # Added to the score of padding, so that its share of attention is nought.

# Neurons of each layer's inner part whose output reaches 11 to 68 at the first or last token, when
# the largest of the others lies near 5. Measured over 52 texts of law in two languages. They belong
# to the weights rather than to the text: README.md says how far that was checked.
LOUD_NEURONS = {0: [318], 1: [1462], 2: [354], 4: [778], 5: [658], 6: [1152], 7: [413]}

# Channels of what enters a layer's attention, and its inner part, that are divided beforehand: the
# power of two nearest to the channel's largest value over 1.5 times the 95th percentile of the
# channels' largest values, at most 4 (8 made results worse). Same texts.
LOUD_ATTENTION = {
    0: {15: 2}, 1: {15: 2}, 2: {15: 2}, 3: {15: 2}, 4: {15: 2},
    8: {35: 2}, 9: {35: 2}, 10: {35: 2}, 11: {35: 2},
}
LOUD_INNER = {
    0: {15: 2, 60: 2, 87: 2, 321: 4}, 1: {15: 4, 321: 4}, 2: {15: 4, 321: 2},
    3: {15: 4, 321: 2}, 4: {15: 4, 321: 2}, 5: {15: 2, 35: 4}, 6: {15: 2, 35: 4},
    7: {15: 2, 35: 4}, 8: {15: 2, 35: 4}, 9: {15: 2, 35: 4, 351: 2},
    10: {15: 2, 35: 4, 351: 2}, 11: {35: 4, 146: 2},
}


class Model:
    """Gives the weights as arrays."""

    def __init__(self, weights):
        self.weights = weights
        self.shape = weights.shape

    def vector(self, name, length):
        """Returns `length` float32 numbers."""
        return np.frombuffer(self.weights.tensor(name, length), "<f4")

    def table(self, name, rows, columns):
        """Returns a float32 matrix."""
        return self.vector(name, rows * columns).reshape(rows, columns)

    def nibbles(self, name, rows, columns):
        """Returns a Q4_0 matrix as four-bit numbers [rows, columns] and scales [rows, blocks]."""
        data = self.weights.tensor(name, rows * columns)
        blocks = np.frombuffer(data, np.uint8).reshape(-1, source.BLOCK_BYTES)
        scales = np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)
        packed = blocks[:, 2:]
        numbers = np.concatenate([packed & 15, packed >> 4], axis=1)
        return numbers.reshape(rows, columns), scales.reshape(rows, -1)

    def matrix(self, name, rows, columns):
        """Returns a Q4_0 matrix as float32, [rows, columns], rows being outputs."""
        numbers, scales = self.nibbles(name, rows, columns)
        centred = numbers.astype(np.float32) - source.NIBBLE_ZERO
        blocks = centred.reshape(rows, -1, source.BLOCK_WEIGHTS) * scales[:, :, None]
        matrix = blocks.reshape(rows, columns)
        first = source.decode_block(bytes(self.weights.tensor(name, rows * columns)[:source.BLOCK_BYTES]))
        if not np.array_equal(matrix[0, :source.BLOCK_WEIGHTS], np.float32(first)):
            raise source.WeightsError(f"{name}: the fast and the plain decoding of Q4_0 differ")
        return matrix


def quantise(matrix):
    """Returns int8 numbers and one float32 scale for each row of a float32 matrix."""
    largest = np.abs(matrix).max(axis=1)
    scales = np.where(largest > 0, largest / np.float32(WEIGHT_STEPS), 1).astype(np.float32)
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales


class Graph:
    """Collects nodes and constants; every method that adds a node returns its output's name."""

    def __init__(self, exact):
        self.exact = exact
        self.nodes = []
        self.constants = {}
        self.quantised = {}

    def constant(self, name, value):
        if name not in self.constants:
            array = np.ascontiguousarray(value).reshape(np.shape(value))
            self.constants[name] = numpy_helper.from_array(array, name)
        return name

    def node(self, operation, inputs, output, domain=None, **attributes):
        self.nodes.append(helper.make_node(operation, inputs, [output], output, domain=domain, **attributes))
        return output

    def linear(self, name, value, matrix, bias):
        """Multiplies by the transpose of `matrix` [outputs, inputs] and adds `bias`, in int8 unless exact."""
        if self.exact:
            return self.dense(name, value, matrix, bias)
        number, scale, zero = self.quantised_input(value)
        numbers, scales = quantise(matrix)
        return self.node("MatMulIntegerToFloat", [
            number, self.constant(f"{name}.weight", numbers.T),
            scale, self.constant(f"{name}.scale", scales),
            zero, self.constant(f"{name}.zero", np.zeros(len(scales), np.int8)),
            self.constant(f"{name}.bias", bias),
        ], name, RUNTIME_DOMAIN)

    def quantised_input(self, value):
        """Quantises activations once, however many products read them."""
        if value not in self.quantised:
            outputs = [f"{value}.int8", f"{value}.scale", f"{value}.zero"]
            self.nodes.append(helper.make_node("DynamicQuantizeLinear", [value], outputs, f"{value}.int8"))
            self.quantised[value] = outputs
        return self.quantised[value]

    def dense(self, name, value, matrix, bias):
        """Does the same as `linear` in float32."""
        product = self.node("MatMul", [value, self.constant(f"{name}.weight", matrix.T)], f"{name}.product")
        return self.node("Add", [product, self.constant(f"{name}.bias", bias)], name)

    def layer_norm(self, name, value, model):
        """Centres and scales each token, then applies the learnt weight and bias called `name`."""
        width = model.shape.hidden
        last = self.constant("last", np.array([-1], np.int64))
        epsilon = self.constant("epsilon", np.float32(model.shape.epsilon))
        mean = self.node("ReduceMean", [value, last], f"{name}.mean", keepdims=1)
        centred = self.node("Sub", [value, mean], f"{name}.centred")
        square = self.node("Mul", [centred, centred], f"{name}.square")
        variance = self.node("ReduceMean", [square, last], f"{name}.variance", keepdims=1)
        positive = self.node("Add", [variance, epsilon], f"{name}.positive")
        deviation = self.node("Sqrt", [positive], f"{name}.deviation")
        inverse = self.node("Reciprocal", [deviation], f"{name}.inverse")
        normal = self.node("Mul", [centred, inverse], f"{name}.normal")
        weight = self.constant(f"{name}.weight", model.vector(f"{name}.w", width))
        bias = self.constant(f"{name}.bias", model.vector(f"{name}.b", width))
        return self.node("Add", [self.node("Mul", [normal, weight], f"{name}.weighted"), bias], name)

    def divided(self, name, value, loud, width):
        """Divides the channels named in `loud`; returns the result and what the weights must be multiplied by."""
        factors = np.ones(width, np.float32)
        for channel, factor in loud.items():
            factors[channel] = factor
        if self.exact or not loud:
            return value, np.ones(width, np.float32)
        return self.node("Mul", [value, self.constant(f"{name}.divisor", 1 / factors)], name), factors


def embeddings(graph, model):
    """Adds word, position and kind embeddings; positions count the mask, so padding may stand anywhere."""
    shape = model.shape
    if graph.exact:
        words = graph.constant("words", model.matrix("emb.word", shape.words, shape.hidden))
        word = graph.node("Gather", [words, "input_ids"], "word")
    else:
        numbers, scales = model.nibbles("emb.word", shape.words, shape.hidden)
        packed = graph.constant("words", numbers[:, 0::2] | (numbers[:, 1::2] << 4))
        word = graph.node(
            "GatherBlockQuantized", [packed, "input_ids", graph.constant("words.scale", scales)], "word",
            RUNTIME_DOMAIN, gather_axis=0, quantize_axis=1, block_size=source.BLOCK_WEIGHTS, bits=4)
    table = model.table("emb.pos", shape.positions, shape.hidden)
    kind = model.table("emb.type", shape.kinds, shape.hidden)[0]
    axis = graph.constant("sequence", np.array(1, np.int64))
    count = graph.node("CumSum", ["attention_mask", axis], "count")
    position = graph.node("Sub", [count, "attention_mask"], "position")
    moved = graph.node("Gather", [graph.constant("positions", table + kind), position], "position.embedding")
    return graph.layer_norm("emb.ln", graph.node("Add", [word, moved], "embedded"), model)


def attention(graph, model, layer, value, masked):
    """Adds a layer's attention and returns what it gives to each token, before the residual."""
    width, heads = model.shape.hidden, model.shape.heads
    room = width // heads
    split = graph.constant("split", np.array([0, 0, heads, room], np.int64))
    joined = graph.constant("joined", np.array([0, 0, width], np.int64))
    quiet, factors = graph.divided(f"l{layer}.attention", value, LOUD_ATTENTION.get(layer, {}), width)

    def part(letter, order, scale=np.float32(1)):
        name = f"l{layer}.{letter}"
        matrix = model.matrix(f"{name}.w", width, width) * factors * scale
        linear = graph.linear(name, quiet, matrix, model.vector(f"{name}.b", width) * scale)
        return graph.node("Transpose", [graph.node("Reshape", [linear, split], f"{name}.split")], f"{name}.heads", perm=order)

    # The scale of the scores is taken into the query's weights: one pass less over every score.
    query = part("q", [0, 2, 1, 3], np.float32(1 / np.sqrt(room)))
    score = graph.node("MatMul", [query, part("k", [0, 2, 3, 1])], f"l{layer}.score")
    score = graph.node("Add", [score, masked], f"l{layer}.masked")
    share = graph.node("Softmax", [score], f"l{layer}.share", axis=-1)
    mixed = graph.node("MatMul", [share, part("v", [0, 2, 1, 3])], f"l{layer}.mixed")
    mixed = graph.node("Transpose", [mixed], f"l{layer}.tokens", perm=[0, 2, 1, 3])
    mixed = graph.node("Reshape", [mixed, joined], f"l{layer}.joined")
    name = f"l{layer}.ao"
    return graph.linear(name, mixed, model.matrix(f"{name}.w", width, width), model.vector(f"{name}.b", width))


def inner(graph, model, layer, value):
    """Adds a layer's two dense steps with GELU between, loud neurons in float32 beside the rest."""
    width, wide = model.shape.hidden, model.shape.inner
    into, out_of = f"l{layer}.fi", f"l{layer}.fo"
    up, up_bias = model.matrix(f"{into}.w", wide, width), model.vector(f"{into}.b", wide).copy()
    down, down_bias = model.matrix(f"{out_of}.w", width, wide), model.vector(f"{out_of}.b", width)
    loud = [] if graph.exact else LOUD_NEURONS.get(layer, [])
    beside = None
    if loud:
        rows = graph.dense(f"l{layer}.loud", value, up[loud], up_bias[loud])
        rows = graph.node("Gelu", [rows], f"l{layer}.loud.gelu")
        beside = graph.dense(f"l{layer}.loud.out", rows, down[:, loud], down_bias)
        up[loud], up_bias[loud], down[:, loud], down_bias = 0, 0, 0, np.zeros_like(down_bias)
    quiet, factors = graph.divided(f"l{layer}.inner", value, LOUD_INNER.get(layer, {}), width)
    raised = graph.node("Gelu", [graph.linear(into, quiet, up * factors, up_bias)], f"l{layer}.gelu")
    result = graph.linear(out_of, raised, down, down_bias)
    return result if beside is None else graph.node("Add", [result, beside], f"l{layer}.whole")


def pooled(graph, value):
    """Takes the mean over the mask and makes its length 1; a wholly masked text gives noughts."""
    last, one = graph.constant("each", np.array([2], np.int64)), graph.constant("one", np.float32(1))
    tokens = graph.constant("tokens", np.array([1], np.int64))
    weight = graph.node("Unsqueeze", ["mask", last], "weight")
    total = graph.node("ReduceSum", [graph.node("Mul", [value, weight], "kept"), tokens], "total", keepdims=0)
    length = graph.node("ReduceSum", [weight, tokens], "length", keepdims=0)
    mean = graph.node("Div", [total, graph.node("Max", [length, one], "length.least")], "mean")
    return graph.node("LpNormalization", [mean], "embedding", axis=-1, p=2)


def build(model, exact=False):
    """Returns the whole network as an ONNX model."""
    graph = Graph(exact)
    value = embeddings(graph, model)
    mask = graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    absent = graph.node("Sub", [graph.constant("one", np.float32(1)), mask], "absent")
    absent = graph.node("Mul", [absent, graph.constant("never", np.float32(MASKED_SCORE))], "absent.score")
    masked = graph.node("Unsqueeze", [absent, graph.constant("heads", np.array([1, 2], np.int64))], "absent.heads")
    for layer in range(model.shape.layers):
        seen = graph.node("Add", [value, attention(graph, model, layer, value, masked)], f"l{layer}.seen")
        value = graph.layer_norm(f"l{layer}.aln", seen, model)
        thought = graph.node("Add", [value, inner(graph, model, layer, value)], f"l{layer}.thought")
        value = graph.layer_norm(f"l{layer}.oln", thought, model)
    pooled(graph, value)
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"])
              for name in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", model.shape.hidden])
    body = helper.make_graph(graph.nodes, "multilingual-e5-small", inputs, [output], list(graph.constants.values()))
    domains = [helper.make_opsetid("", ONNX_OPSET), helper.make_opsetid(RUNTIME_DOMAIN, 1)]
    return helper.make_model(body, opset_imports=domains, ir_version=ONNX_IR, producer_name="legajo")


def check_vocabulary(weights, tokenizer):
    """Refuses a tokenizer whose piece of any number is not the one that the weights were learnt with."""
    pieces = [piece for piece, _score in json.loads(Path(tokenizer).read_text("utf-8"))["model"]["vocab"]]
    if pieces != weights.pieces:
        raise source.WeightsError(f"{tokenizer} does not have the vocabulary of the weights")


def main():
    parser = argparse.ArgumentParser(description="Builds the embedder's ONNX graph.")
    parser.add_argument("weights")
    parser.add_argument("tokenizer")
    parser.add_argument("out")
    parser.add_argument("--exact", action="store_true", help="float32 throughout, to measure against")
    options = parser.parse_args()
    weights = source.Weights.open(options.weights)
    check_vocabulary(weights, options.tokenizer)
    if weights.shape.positions != MAX_TOKENS:
        raise source.WeightsError(f"{weights.shape.positions} positions, expected {MAX_TOKENS}")
    model = build(Model(weights), options.exact)
    if options.exact:
        checker.check_model(model)
    save(model, options.out)


if __name__ == "__main__":
    try:
        main()
    except (source.WeightsError, OSError) as problem:
        sys.exit(f"convert.py: {problem}")
