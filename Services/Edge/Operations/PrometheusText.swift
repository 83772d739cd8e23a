import Models

/// Exposition format 0.0.4: all samples of a name together, under two lines that describe them.
struct PrometheusText {
    private var byName: [String: [(origin: [[String]], sample: MetricSample)]] = [:]

    /// The labels are `service`, and `replica` for the address of one of several.
    mutating func add(_ samples: [MetricSample], of service: ServiceName, replica: String? = nil) {
        var origin = [["service", service.description]]
        if let replica { origin.append(["replica", replica]) }
        for sample in samples { byName[sample.name, default: []].append((origin, sample)) }
    }

    func render(only names: Set<String> = []) -> String {
        var text = ""
        for (name, samples) in byName.sorted(by: { $0.key < $1.key }) where names.isEmpty || names.contains(name) {
            guard let kind = samples.first?.sample.kind else { continue }
            text += "# HELP \(name) \(MetricMeanings.meaning(of: name))\n"
            text += "# TYPE \(name) \(kind.word)\n"
            // Two kinds under one name would be invalid; the first one applies.
            for (origin, sample) in samples where sample.kind == kind { write(sample, origin, to: &text) }
        }
        return text
    }

    private func write(_ sample: MetricSample, _ origin: [[String]], to text: inout String) {
        let labels = sample.labels + origin
        guard sample.kind == .histogram else {
            text += "\(sample.name)\(list(labels)) \(number(sample.value))\n"
            return
        }
        let bounds = sample.bounds.map(number) + ["+Inf"]
        for (bound, count) in zip(bounds, sample.counts) {
            text += "\(sample.name)_bucket\(list(labels + [["le", bound]])) \(count)\n"
        }
        text += "\(sample.name)_sum\(list(labels)) \(number(sample.value))\n"
        text += "\(sample.name)_count\(list(labels)) \(sample.counts.last ?? 0)\n"
    }

    private func list(_ labels: [[String]]) -> String {
        let pairs = labels.compactMap { label -> String? in
            guard label.count == 2 else { return nil }
            return "\(label[0])=\"\(escape(label[1]))\""
        }
        return "{\(pairs.joined(separator: ","))}"
    }

    private func escape(_ value: String) -> String {
        var escaped = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return "\(value)"
    }
}

extension MetricSample.Kind {
    fileprivate var word: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
    }
}
