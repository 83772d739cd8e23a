extension PageCall {
    /// A check box for cancelling the erasure, with its label; empty if it is not offered.
    func takingBackField(isOffered: Bool) -> PageValue {
        guard isOffered else { return .markup("") }
        return .markup(
            #"<p><input id="cancel" name="cancel" type="checkbox" value="1"> <label for="cancel">"#
                + "\(PageValue.text(texts["takeErasureBack"]).html)</label></p>")
    }
}
