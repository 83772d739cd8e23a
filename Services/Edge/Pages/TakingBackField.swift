// The field of forms by which a person takes the erasure of their account back.

extension PageCall {
    /// A box to tick for that, with its label; nothing where it is not offered.
    func takingBackField(isOffered: Bool) -> PageValue {
        guard isOffered else { return .markup("") }
        return .markup(
            #"<p><input id="cancel" name="cancel" type="checkbox" value="1"> <label for="cancel">"#
                + "\(PageValue.text(texts["takeErasureBack"]).html)</label></p>")
    }
}
